import "./gallery.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { Gallery } from "./Gallery.tsx";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

// The primitives' links need a router. Each of these links leads back to this page.
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter([{ path: "*", element: <Gallery /> }])} />
  </StrictMode>,
);
