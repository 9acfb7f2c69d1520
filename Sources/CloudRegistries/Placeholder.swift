internal import Crypto
internal import JWTKit
internal import WebAccess
internal import SourceText
