/** Headers by name, which the build gives graphql-request for the platform's `Headers`: that one makes Node load all of `fetch`. */
export class HeaderList extends Map<string, string> {
  constructor(headers: Readonly<Record<string, string>>) {
    super();
    for (const name of Object.keys(headers)) this.set(name, headers[name] ?? '');
  }
}
