import { transports } from '../helpers/transports.ts';
import { rows, testRows } from './misbehaving-rows.ts';

testRows(rows, transports);
