internal import Hummingbird
internal import Logging
internal import NIOCore
internal import ServiceLifecycle
internal import StatusPages
