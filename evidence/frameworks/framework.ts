/**
 * A script of the project and its arguments, run on Node; or node, npm, or a program by a path that begins with `./`.
 * `{port}` stands for a free port, `{CONTROL_API_URL}` and `{CONTROL_API_KEY}` for the settings.
 */
export type Command = readonly string[];

/** The refusal of the client part of a project, and the contents that it may not have. */
export interface ClientPart {
  /** A module of the browser, into which the harness puts an import of the SDK. */
  readonly module: string;
  /** The folders for the browser, after a build. */
  readonly assets: readonly string[];
  /** A folder from which the server loads the SDK. The scan must find it there. */
  readonly server: string;
  /** The page that loads the module. */
  readonly page: string;
}

/** One project in `projects/`, with its expectations. */
export interface Framework {
  /** The name of its folder. */
  readonly name: string;
  /** Whether `.ci/run` tests it, not only `.ci/run --full`. */
  readonly inEveryRun?: boolean;
  /** Its builds, by variant, without settings of the SDK. Empty: it runs as it is. */
  readonly builds: Readonly<Record<string, Command>>;
  /** The command that serves the build. */
  readonly start?: Command;
  /** A program that prints the names of the devices and ends, instead of a server. */
  readonly run?: Command;
  /** The commands of the development server, by variant. */
  readonly dev?: Readonly<Record<string, Command>>;
  /** The paths of the server. Every answer must have the names of all devices. */
  readonly routes?: Readonly<Record<string, string>>;
  /** The paths with a form. The answer to its post without JavaScript must have the names too. */
  readonly forms?: Readonly<Record<string, string>>;
  readonly client?: ClientPart;
  /** Whether it has a Dockerfile, whose steps run without Docker. */
  readonly dockerfile?: true;
}
