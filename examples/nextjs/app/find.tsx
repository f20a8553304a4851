'use client';

import { useState } from 'react';

/** A client component: it is given names, and never the client. */
export function Find({ names }: { names: readonly string[] }) {
  const [text, setText] = useState('');
  return (
    <>
      <label>
        Find <input type="search" value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <ul>
        {names
          .filter((name) => name.toLowerCase().includes(text.toLowerCase()))
          .map((name) => (
            <li key={name}>{name}</li>
          ))}
      </ul>
    </>
  );
}
