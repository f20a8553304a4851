// With MISTAKE=1 the build has one more page, which is a client component that imports the SDK: see app/mistake.
const mistake = process.env.MISTAKE === '1';

/** @type {import('next').NextConfig} */
export default {
  distDir: mistake ? '.next-mistake' : '.next',
  pageExtensions: ['ts', 'tsx', ...(mistake ? ['mistake.tsx'] : [])],
  turbopack: { root: import.meta.dirname },
};
