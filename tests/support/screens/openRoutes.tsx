import { render } from "@testing-library/react";
import { createMemoryRouter, type RouteObject, RouterProvider } from "react-router-dom";
import { AuthProvider } from "../../../src/platform/session/auth.tsx";

/** Opens the last of these addresses in jsdom. An address that no route has shows "Another page". */
export function openRoutes(routes: RouteObject[], ...visited: string[]) {
  const all = [...routes, { path: "*", element: <p>Another page</p> }];
  const router = createMemoryRouter(all, { initialEntries: visited });
  const { container } = render(
    <AuthProvider>
      <RouterProvider router={router} />
    </AuthProvider>,
  );
  return { router, container };
}
