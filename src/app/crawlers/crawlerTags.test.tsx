import { expect, test } from "vitest";
import { crawlerTags } from "./crawlerTags.tsx";

const PAGE = {
  address: "/academy/courses",
  title: "All Courses · Responsible AI Academy",
  description: "Every course with its price.",
  things: [],
};

const META = Object.fromEntries(
  [...crawlerTags(PAGE).matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]+)"\/>/g)].map(
    ([, name, content]) => [name, content],
  ),
);

test("the preview of a shared link has the page's title, its description and a picture", () => {
  expect(META).toMatchObject({
    description: PAGE.description,
    "og:type": "website",
    "og:locale": "en_GB",
    "og:title": PAGE.title,
    "og:description": PAGE.description,
    "og:url": "http://localhost:3000/academy/courses",
    "og:image": "http://localhost:3000/share.png",
    "og:image:width": "1200",
    "og:image:height": "630",
    "og:image:alt": expect.stringContaining("interlaced threads"),
    "twitter:card": "summary_large_image",
  });
});
