/** The text of a file, as Vite and the build read it. */
declare module '*?raw' {
  const text: string;
  export default text;
}
