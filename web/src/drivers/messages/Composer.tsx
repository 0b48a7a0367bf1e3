import AttachFileOutlined from '@mui/icons-material/AttachFileOutlined'
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined'
import SendOutlined from '@mui/icons-material/SendOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import { attachmentBytes } from '@rumbo/contract/communication.attachments.contract'
import { attachmentsOfMessage, messageLength } from '@rumbo/contract/communication.messages.contract'
import { useState } from 'react'
import { FileButton } from '../../ui/fields/FileButton.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { photoBlob } from '../proofs/proof-image.ts'
import type { WaitingFile } from './driver-messages.rules.ts'
import { RecordingButton } from './RecordingButton.tsx'
import type { KeptFile } from './send-messages.ts'

interface ComposerProps {
  /** Keeps a file on the phone. */
  keepFile: (file: KeptFile) => Promise<void>
  onSend: (text: string, files: WaitingFile[]) => void
}

/** Where a driver writes, takes a picture or records something. */
export function Composer({ keepFile, onSend }: ComposerProps) {
  const { t } = useText()
  const [text, setText] = useState('')
  const [files, setFiles] = useState<KeptFile[]>([])
  const [isRecording, setRecording] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const isFull = files.length >= attachmentsOfMessage
  const add = (content: Blob, name: string) => {
    if (content.size > attachmentBytes) return setError(t('driver.messages.tooLarge'))
    setError(null)
    const file = { id: crypto.randomUUID(), name, contentType: content.type, content }
    setFiles((before) => [...before, file])
  }
  const choose = async (file: File) => {
    if (file.type === 'application/pdf') return add(file, file.name)
    try {
      add(await photoBlob(file), `${t('driver.messages.photo')}.jpg`)
    } catch {
      setError(t('driver.proof.photo.unreadable'))
    }
  }
  const send = async () => {
    const [written, taken] = [text.trim(), files]
    if (written === '' && taken.length === 0) return
    try {
      await Promise.all(taken.map(keepFile))
    } catch {
      return setError(t('driver.messages.noSpace'))
    }
    setText('')
    setFiles([])
    onSend(
      written,
      taken.map(({ id, name, contentType }) => ({ id, name, contentType })),
    )
  }
  const square = { minHeight: 56, minWidth: 56, px: '10px' }
  return (
    <Box
      component="form"
      aria-label={t('driver.messages.write')}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      sx={{
        position: 'sticky',
        bottom: 0,
        display: 'grid',
        gap: '8px',
        py: '10px',
        backgroundColor: token('background'),
      }}
    >
      {files.length > 0 && (
        <Box sx={{ display: 'flex', gap: '8px', flexWrap: 'wrap' }}>
          {files.map(({ id, name }) => (
            <Chip
              key={id}
              label={name}
              sx={{ height: 40 }}
              onDelete={() => setFiles(files.filter((one) => one.id !== id))}
            />
          ))}
        </Box>
      )}
      <Box role="alert" sx={{ color: token('critical'), '&:empty': { display: 'none' } }}>
        {error}
      </Box>
      {!isRecording && (
        <TextField
          label={t('driver.messages.field')}
          value={text}
          multiline
          maxRows={4}
          onChange={({ target }) => setText(target.value)}
          slotProps={{ htmlInput: { maxLength: messageLength } }}
        />
      )}
      <Box sx={{ display: 'flex', gap: '8px' }}>
        {!isRecording && (
          <>
            <FileButton
              label={t('driver.messages.takePhoto')}
              accept="image/*"
              isPhoto
              isIconOnly
              isDisabled={isFull}
              startIcon={<PhotoCameraOutlined />}
              sx={square}
              onChoose={(file) => void choose(file)}
            />
            <FileButton
              label={t('driver.messages.attach')}
              accept="image/*,application/pdf"
              isIconOnly
              isDisabled={isFull}
              startIcon={<AttachFileOutlined />}
              sx={square}
              onChoose={(file) => void choose(file)}
            />
          </>
        )}
        <RecordingButton
          isDisabled={isFull}
          onRecording={setRecording}
          onError={() => setError(t('driver.voice.denied'))}
          onRecorded={add}
        />
        {!isRecording && (
          <Button
            type="submit"
            variant="contained"
            endIcon={<SendOutlined />}
            sx={{ minHeight: 56, flex: 1 }}
            disabled={text.trim() === '' && files.length === 0}
          >
            {t('driver.messages.send')}
          </Button>
        )}
      </Box>
    </Box>
  )
}
