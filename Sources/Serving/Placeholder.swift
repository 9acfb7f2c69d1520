internal import GRDB
internal import Logging
internal import ServiceLifecycle
internal import UpdateEngine
