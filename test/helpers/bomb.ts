import { gzipSync } from 'node:zlib';

/** 300 MiB of spaces in gzip: some hundred kilobytes. Making it takes a second. */
export const gzipBomb: Buffer = gzipSync(Buffer.alloc(300 * 1024 * 1024, ' '));
