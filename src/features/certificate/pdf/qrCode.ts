import QRCode from "qrcode";

/** A QR code (ISO/IEC 18004) without its quiet zone. `isDark` is true if the module in that row and column is dark. */
export type QrMatrix = { size: number; isDark(row: number, column: number): boolean };

/** Level M stays readable if the printed page is folded or stained. */
export function qrMatrix(text: string): QrMatrix {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
  return { size: modules.size, isDark: (row, column) => modules.get(row, column) === 1 };
}
