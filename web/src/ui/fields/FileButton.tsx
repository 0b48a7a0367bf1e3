import Button, { type ButtonProps } from '@mui/material/Button'
import { useRef } from 'react'

interface FileButtonProps extends Pick<ButtonProps, 'startIcon' | 'aria-describedby' | 'sx'> {
  label: string
  /** Of the file, as in HTML: `.csv,.xlsx`. */
  accept: string
  /** Phones open the camera. */
  isPhoto?: boolean
  onChoose: (file: File) => void
}

/** A button that asks for a file. The same file may be chosen again. */
export function FileButton({ label, accept, isPhoto = false, onChoose, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} variant="outlined" onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        capture={isPhoto ? 'environment' : undefined}
        aria-label={label}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) onChoose(file)
        }}
      />
    </>
  )
}
