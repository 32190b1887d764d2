// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from "react-router-dom";
import { expect, test } from "vitest";
import { expectConsoleError } from "../../../tests/support/setup/failOnConsoleError.ts";
import { CRAWLER_ATTRIBUTE } from "../document/documentPage.ts";
import { ErrorPage } from "../ErrorPage.tsx";
import { type PageHandle, titled } from "../page.ts";
import { PageHead } from "./PageHead.tsx";

const findable = (title: PageHandle["title"]): PageHandle => ({ title, isFindable: true });

function Broken(): never {
  throw new Error("a fault in the page");
}

const routes: RouteObject[] = [
  {
    element: (
      <>
        <PageHead />
        <Outlet />
      </>
    ),
    children: [
      { path: "/course", handle: findable("The course"), element: <p>Course</p> },
      { path: "/sign-in", handle: titled("Sign in"), element: <p>Sign in</p> },
      { path: "/broken", handle: titled("Nice"), ErrorBoundary: ErrorPage, Component: Broken },
      {
        path: "/tier/:tier",
        handle: findable(({ params }) => `For ${params.tier}`),
        ErrorBoundary: ErrorPage,
        loader: ({ params }) => {
          if (params.tier !== "students") throw new Response(null, { status: 404 });
          return null;
        },
        element: <p>Tier</p>,
      },
    ],
  },
];

async function open(address: string) {
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  await waitFor(() => expect(document.title).not.toBe(""));
  return router;
}

const robots = () => document.head.querySelector('meta[name="robots"]')?.getAttribute("content");
const canonical = () => document.head.querySelector('link[rel="canonical"]')?.getAttribute("href");

test("the canonical address of a page has no query or fragment", async () => {
  await open("/course?from=mail#top");
  expect(document.title).toBe("The course · Responsible AI Academy");
  expect(canonical()).toBe("http://localhost:3000/course");
  expect(robots()).toBeUndefined();
});

test("title, canonical address and robots tag change with every navigation", async () => {
  const router = await open("/course");
  await router.navigate("/sign-in");
  await waitFor(() => expect(document.title).toBe("Sign in · Responsible AI Academy"));
  expect(canonical()).toBeUndefined();
  await router.navigate("/tier/students");
  await waitFor(() => expect(document.title).toBe("For students · Responsible AI Academy"));
  expect(canonical()).toBe("http://localhost:3000/tier/students");
  expect(robots()).toBeUndefined();
});

test("the document's tags for crawlers are removed when the user leaves its first page", async () => {
  document.head.insertAdjacentHTML("beforeend", `<meta name="description" content="" ${CRAWLER_ATTRIBUTE}>`);
  const router = await open("/course");
  expect(document.head.querySelector('meta[name="description"]')).not.toBeNull();
  await router.navigate("/sign-in");
  await waitFor(() => expect(document.head.querySelector('meta[name="description"]')).toBeNull());
});

test("a page that fails is titled with its error until the user leaves it", async () => {
  expectConsoleError(/a fault in the page/);
  const router = await open("/broken");
  await screen.findByRole("heading", { name: "Something went wrong" });
  expect(document.title).toBe("Something went wrong · Responsible AI Academy");
  await router.navigate("/course");
  await waitFor(() => expect(document.title).toBe("The course · Responsible AI Academy"));
});

test("a page whose loader responds with 404 is the 404 page, which has noindex and links to the home page (S-042)", async () => {
  await open("/tier/nobody");
  await screen.findByRole("heading", { level: 1, name: "Oops! Page not found" });
  expect(screen.getByRole("link", { name: "Return to Home" }).getAttribute("href")).toBe("/");
  expect(document.title).toBe("Page not found · Responsible AI Academy");
  expect(robots()).toBe("noindex");
});
