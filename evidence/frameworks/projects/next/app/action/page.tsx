'use client';

import { useActionState } from 'react';
import { listDevices } from './actions';

export default function List() {
  const [names, list] = useActionState(listDevices, []);
  return (
    <form action={list}>
      <button type="submit">List</button>
      <output>{names.join(', ')}</output>
    </form>
  );
}
