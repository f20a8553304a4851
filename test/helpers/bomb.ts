import { gzipSync } from 'node:zlib';

/** 300 MiB of spaces as some hundred kilobytes of gzip. Compressing takes a second. */
export const gzipBomb: Buffer = gzipSync(Buffer.alloc(300 * 1024 * 1024, ' '));
