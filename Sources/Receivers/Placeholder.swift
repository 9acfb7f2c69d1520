internal import Crypto
internal import JWTKit
internal import RepositoryLinking
internal import WebAccess
