export * from '../../../node_modules/vitest/dist/node.js';
