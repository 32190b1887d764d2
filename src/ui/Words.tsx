/** A short text with emphasis or links. Only for the output of our content compiler. */
export function Words({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: compiled from our own Markdown, which contains no HTML
  return <span dangerouslySetInnerHTML={{ __html: html }} />;
}
