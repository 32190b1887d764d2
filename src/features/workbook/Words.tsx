/** A few words with emphasis or links. Only what our own content compiler made. */
export function Words({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: compiled from our own Markdown, which holds no HTML
  return <span dangerouslySetInnerHTML={{ __html: html }} />;
}
