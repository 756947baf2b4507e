// The part of Foundation that this package needs, and the C library.
//
// On Linux that part is the library FoundationEssentials. The rest of Foundation brings ICU, 40 MB of tables that every
// start of the command would load. On Apple's systems Foundation is one library, which is always loaded.

#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
  #if canImport(Glibc)
    @_exported public import Glibc
  #elseif canImport(Musl)
    @_exported public import Musl
  #elseif canImport(Android)
    @_exported public import Android
  #endif
#else
  @_exported public import Foundation
#endif
