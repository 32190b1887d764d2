// pdf.js starts itself when it is loaded in a worker. The name keeps the file out of the precache (src/sw.ts).
import "pdfjs-dist/legacy/build/pdf.worker.mjs";
