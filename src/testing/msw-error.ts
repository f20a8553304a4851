import { installCommand } from '../graphql/files/commands.ts';
import { installedVersion } from '../graphql/files/load-peer.ts';
import { ControlApiError } from '../index.ts';

/** The failure of `mock` where msw could not be loaded: it is not installed, or this Node cannot run it. */
export function mswError(error: NodeJS.ErrnoException): ControlApiError {
  const install = installCommand(['msw']);
  // The second one is Yarn's, in a project without node_modules.
  const isMissing = error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND';
  const version = installedVersion('msw');
  const message =
    isMissing && version === undefined
      ? `\`mock\` needs a package that is not installed: run \`${install}\`.`
      : `\`mock\` cannot load msw${version === undefined ? '' : ` ${version}`} on Node ${process.versions.node}: run \`${install}\`.`;
  return new ControlApiError('configuration', message, { cause: error });
}
