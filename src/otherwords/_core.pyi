"""The C++ core of otherwords; use the package, not this module."""



version: str = '0.1.0.dev0'

class Error(Exception):
    pass

class FormatError(Error):
    pass
