// The only door to zlib. `inflateInit2` and `deflateInit2` are macros, which Swift does not see; 16 + 15 asks for the
// gzip wrapper and the largest window.
#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#include <zlib.h>

static inline int czlib_gunzip_init(z_stream *stream) { return inflateInit2(stream, 16 + 15); }

static inline int czlib_gzip_init(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 16 + 15, 8, Z_DEFAULT_STRATEGY);
}

#endif
