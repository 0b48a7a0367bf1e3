import Box from '@mui/material/Box'
import { create } from 'qrcode'
import { useMemo } from 'react'
import { tokens } from './theme/tokens.ts'

const quietModules = 3

/** A QR code as one path, dark on light in every theme, because cameras require it. */
export function QrCode({ text, label, size = 196 }: { text: string; label: string; size?: number }) {
  const picture = useMemo(() => {
    const { modules } = create(text, { errorCorrectionLevel: 'M' })
    let path = ''
    for (let row = 0; row < modules.size; row += 1) {
      for (let column = 0; column < modules.size; column += 1) {
        if (modules.get(row, column)) path += `M${column + quietModules} ${row + quietModules}h1v1h-1z`
      }
    }
    return { path, side: modules.size + 2 * quietModules }
  }, [text])
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${picture.side} ${picture.side}`}
      shapeRendering="crispEdges"
      sx={{ width: size, height: size, borderRadius: '8px', backgroundColor: tokens.light.surface }}
    >
      <path d={picture.path} fill={tokens.light.text} />
    </Box>
  )
}
