export function Component() {
  return <h1>Accessibility statement</h1>;
}
