/**
 * A script of the project and its arguments, run on Node; or node, npm, or a program by a path that begins with `./`.
 * `{port}` stands for a free port, `{CONTROL_API_URL}` and `{CONTROL_API_KEY}` for the settings.
 */
export type Command = readonly string[];

/** How the client part of a framework's project is refused, and what it may not hold. */
export interface ClientPart {
  /** A module that the browser loads: the harness puts an import of the SDK into it. */
  readonly module: string;
  /** The folders that a browser is given files from, after a build. */
  readonly assets: readonly string[];
  /** A folder that the server loads the SDK from: the scan must find it there, or it proves nothing. */
  readonly server: string;
  /** The page that loads the module. */
  readonly page: string;
}

/** One project in `projects/`, and what must hold for it. */
export interface Framework {
  /** The name of its folder. */
  readonly name: string;
  /** Whether `.ci/run` tests it, and not only `.ci/run --full`. */
  readonly inEveryRun?: boolean;
  /** How it is built, by the variant's name. Its environment has no setting of the SDK. Empty: it runs as it is. */
  readonly builds: Readonly<Record<string, Command>>;
  /** How the build is served; what it prints is a log. */
  readonly start?: Command;
  /** A program that prints the devices' names and ends, instead of a server. */
  readonly run?: Command;
  /** How the development server is started, by the variant's name. */
  readonly dev?: Readonly<Record<string, Command>>;
  /** What each path of the server is; every answer must hold the names of all devices. */
  readonly routes?: Readonly<Record<string, string>>;
  /** What the first form of each page is; the answer to it, posted without JavaScript, must hold them too. */
  readonly forms?: Readonly<Record<string, string>>;
  readonly client?: ClientPart;
  /** Whether it has a Dockerfile, which is then done and started without Docker. */
  readonly dockerfile?: true;
}
