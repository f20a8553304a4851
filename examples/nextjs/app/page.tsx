import { connection } from 'next/server';
import { rename } from './actions';
import { listDevices } from './devices';
import { Find } from './find';

/** A server component: it has the key at hand, and the page gets what it renders. */
export default async function Devices() {
  await connection(); // At each request, not once at build.
  const devices = await listDevices();
  return (
    <main>
      <h1>Devices</h1>
      <Find names={devices.map(({ name }) => name)} />
      <h2>Rename the first one</h2>
      <form action={rename}>
        <input type="hidden" name="id" value={devices[0]?.id ?? ''} />
        <label>
          Name <input name="name" defaultValue={devices[0]?.name ?? ''} required maxLength={60} />
        </label>
        <button type="submit">Rename</button>
      </form>
    </main>
  );
}
