/** A function that the generator calls to get a schema or operations, instead of reading them itself. */
export type GeneratorLoader<Result> = (
  pointer?: string,
  options?: { readonly cwd?: string },
) => Promise<Result | undefined>;

/** Whether a value of a config is such a function and not the path of a module. */
export function isGeneratorLoader(loader: unknown): loader is GeneratorLoader<unknown> {
  return typeof loader === 'function';
}
