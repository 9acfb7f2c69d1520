internal import Serving
internal import SourceText
