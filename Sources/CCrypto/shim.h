// The only door to OpenSSL's libcrypto. SHA-256 is called directly, although OpenSSL deprecates that: the interface that
// it recommends (`EVP_Digest`) reads a configuration file, which may load other code into the process, and adds 3.8 MB
// of other algorithms to a binary that has libcrypto linked in; the three functions add 35 kB.
#ifndef CCRYPTO_SHIM_H
#define CCRYPTO_SHIM_H

#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

static inline void ccrypto_sha256_begin(SHA256_CTX *state) { SHA256_Init(state); }

static inline void ccrypto_sha256_add(SHA256_CTX *state, const void *bytes, size_t count) {
  SHA256_Update(state, bytes, count);
}

// `digest` has room for 32 bytes.
static inline void ccrypto_sha256_end(SHA256_CTX *state, unsigned char *digest) { SHA256_Final(digest, state); }

#endif
