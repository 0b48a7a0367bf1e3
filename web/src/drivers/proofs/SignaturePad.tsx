import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type PointerEvent, useRef, useState } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { token, tokens } from '../../ui/theme/tokens.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { contentOf } from './proof-image.ts'

const size = { width: 640, height: 240 }

interface SignaturePadProps {
  /** Called with the signature in base64, or null once it is cleared. */
  onChange: (content: string | null) => void
}

/** Draws a signature by touch or mouse; the name can be typed instead. */
export function SignaturePad({ onChange }: SignaturePadProps) {
  const { t } = useText()
  const canvas = useRef<HTMLCanvasElement>(null)
  const isDrawing = useRef(false)
  const [name, setName] = useState('')
  const pen = () => {
    const context = canvas.current?.getContext('2d') ?? null
    if (context) {
      context.lineWidth = 4
      context.lineCap = 'round'
      context.lineJoin = 'round'
      context.strokeStyle = tokens.light.text
      context.fillStyle = tokens.light.text
    }
    return context
  }
  /** Light in every theme: the image is read elsewhere. */
  const clear = () => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    context.fillStyle = tokens.light.surface
    context.fillRect(0, 0, size.width, size.height)
  }
  const emit = () => onChange(canvas.current && contentOf(canvas.current, 'image/png'))
  const placeOf = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return [
      ((event.clientX - box.left) * size.width) / box.width,
      ((event.clientY - box.top) * size.height) / box.height,
    ] as const
  }
  const start = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    if (name !== '') {
      setName('')
      clear()
    }
    isDrawing.current = true
    const context = pen()
    context?.beginPath()
    context?.moveTo(...placeOf(event))
  }
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!isDrawing.current) return
    const context = pen()
    context?.lineTo(...placeOf(event))
    context?.stroke()
  }
  const stop = () => {
    if (!isDrawing.current) return
    isDrawing.current = false
    emit()
  }
  const typeName = (text: string) => {
    setName(text)
    clear()
    const context = pen()
    if (context) {
      context.font = 'italic 56px serif'
      context.fillText(text, 24, 140, size.width - 48)
    }
    if (text.trim() === '') onChange(null)
    else emit()
  }
  return (
    <Box sx={{ display: 'grid', gap: '8px' }}>
      <Box component="span" sx={visuallyHidden}>
        {t('driver.proof.signature.hint')}
      </Box>
      <Box
        component="canvas"
        ref={(element: HTMLCanvasElement | null) => {
          if (element && canvas.current !== element) {
            canvas.current = element
            clear()
          }
        }}
        {...size}
        role="img"
        aria-label={t('driver.proof.signature.pad')}
        onPointerDown={start}
        onPointerMove={draw}
        onPointerUp={stop}
        onPointerCancel={stop}
        sx={{
          width: '100%',
          aspectRatio: `${size.width} / ${size.height}`,
          border: `1px solid ${token('line')}`,
          borderRadius: '10px',
          backgroundColor: tokens.light.surface,
          touchAction: 'none',
        }}
      />
      <Box sx={{ display: 'flex', gap: '8px', alignItems: 'center' }}>
        <TextField
          label={t('driver.proof.signature.name')}
          value={name}
          onChange={(event) => typeName(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 60 } }}
          sx={{ flexGrow: 1 }}
        />
        <Button
          onClick={() => {
            clear()
            setName('')
            onChange(null)
          }}
        >
          {t('driver.proof.signature.clear')}
        </Button>
      </Box>
    </Box>
  )
}
