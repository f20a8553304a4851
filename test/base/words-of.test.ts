import { expect, test } from 'vitest';
import { wordsOf } from '../../src/base/words.ts';

test.each([
  ['renameDevice', 'rename device'],
  ['RENAME_DEVICE', 'rename device'],
  ['_deviceGroup_id', 'device group id'],
  ['HTTPServer', 'http server'],
  ['deviceID', 'device id'],
  ['deviceIDs', 'device ids'],
  ['IDsOfDevices', 'ids of devices'],
  ['isABTest', 'is ab test'],
  ['ipv4Address', 'ipv4 address'],
  ['IPV4Address', 'ipv4 address'],
  ['x', 'x'],
  ['__', ''],
])('the identifier %s has the words %j', (name, words) => {
  expect(wordsOf(name).join(' ')).toBe(words);
});
