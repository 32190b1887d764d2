export function Component() {
  return <h1>Get in Touch</h1>;
}
