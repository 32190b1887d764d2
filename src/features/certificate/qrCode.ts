import QRCode from "qrcode";

/** A QR code (ISO/IEC 18004): whether the module in a row and column is dark. Without its quiet zone. */
export type QrMatrix = { size: number; isDark(row: number, column: number): boolean };

/** Level M survives a fold or a coffee stain on the printed page. */
export function qrMatrix(text: string): QrMatrix {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
  return { size: modules.size, isDark: (row, column) => modules.get(row, column) === 1 };
}
