import Button, { type ButtonProps } from '@mui/material/Button'
import { useRef } from 'react'

interface FileButtonProps extends Pick<ButtonProps, 'startIcon' | 'aria-describedby' | 'sx'> {
  label: string
  /** Of the file, as in HTML: `.csv,.xlsx`. */
  accept: string
  /** Phones open the camera. */
  isPhoto?: boolean
  /** Shows `startIcon` alone; the label is its name. */
  isIconOnly?: boolean
  isDisabled?: boolean
  onChoose: (file: File) => void
}

/** A button that asks for a file. The same file may be chosen again. */
export function FileButton(props: FileButtonProps) {
  const {
    label,
    accept,
    isPhoto = false,
    isIconOnly = false,
    isDisabled = false,
    startIcon,
    onChoose,
    ...button
  } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        {...button}
        variant="outlined"
        disabled={isDisabled}
        startIcon={!isIconOnly && startIcon}
        aria-label={isIconOnly ? label : undefined}
        title={isIconOnly ? label : undefined}
        onClick={() => input.current?.click()}
      >
        {isIconOnly ? startIcon : label}
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
