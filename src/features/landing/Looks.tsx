import {
  avifFile,
  PICTURE_SIZE,
  PICTURE_THEMES,
  PICTURE_WIDTHS,
  PICTURES,
  type PictureTheme,
  webpFile,
} from "./pictures.ts";

/** By file name. The build gives each file an address that changes with its content. */
const ADDRESSES = import.meta.glob<string>("./pictures/*.{avif,webp}", {
  eager: true,
  import: "default",
  query: "?url",
});
const addressOf = (file: string) => ADDRESSES[`./pictures/${file}`] ?? "";

/** What the product looks like. On a phone, a row that scrolls sideways. */
export function Looks() {
  return (
    <section aria-labelledby="looks" className="page pb-section">
      <h2 id="looks" className="text-2xl">
        What it looks like
      </h2>
      <ul
        aria-labelledby="looks"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: WebKit scrolls a row by keyboard only if it can have the focus
        tabIndex={0}
        className="mt-5 grid snap-x auto-cols-[15rem] grid-flow-col gap-5 overflow-x-auto pb-2 lg:auto-cols-auto lg:grid-flow-row lg:grid-cols-4 lg:gap-8"
      >
        {PICTURES.map(({ name, caption, alt }) => (
          <li key={name} className="flex snap-start flex-col gap-3">
            {PICTURE_THEMES.map((theme) => (
              <Picture key={theme} {...{ name, theme, alt }} />
            ))}
            <p className="text-base text-muted">{caption}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

type PictureProps = { name: (typeof PICTURES)[number]["name"]; theme: PictureTheme; alt: string };

/** One theme's picture. The other one is not displayed (components.css), so it is not loaded either: it is lazy. */
function Picture({ name, theme, alt }: PictureProps) {
  const sources = PICTURE_WIDTHS.map((width) => `${addressOf(avifFile(name, theme, width))} ${width}w`);
  return (
    <picture data-shown-in={theme}>
      <source type="image/avif" srcSet={sources.join(", ")} sizes="(min-width: 64rem) 18rem, 15rem" />
      <img
        src={addressOf(webpFile(name, theme))}
        {...PICTURE_SIZE}
        alt={alt}
        loading="lazy"
        decoding="async"
        className="h-auto w-full rounded-card border border-edge"
      />
    </picture>
  );
}
