export function Component() {
  return <h1>Find your course</h1>;
}
