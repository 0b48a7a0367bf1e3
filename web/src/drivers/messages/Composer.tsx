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
import type { DraftStore, KeptDraft } from '../driver-memory.ts'
import { photoBlob } from '../proofs/proof-image.ts'
import type { WaitingFile } from './driver-messages.rules.ts'
import { RecordingButton } from './RecordingButton.tsx'
import type { KeptFile } from './send-messages.ts'

interface ComposerProps {
  /** Where the draft survives a closed page. Another conversation needs another key. */
  store: DraftStore
  /** Keeps a file on the phone, with a draft or a message. */
  keepFile: (file: KeptFile) => Promise<void>
  dropFile: (id: string) => Promise<void>
  onSend: (text: string, files: WaitingFile[]) => void
}

/** Where a driver writes, takes a picture or records something. */
export function Composer({ store, keepFile, dropFile, onSend }: ComposerProps) {
  const { t } = useText()
  const [{ text, files }, setDraft] = useState(store.read)
  const [isRecording, setRecording] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const isFull = files.length >= attachmentsOfMessage
  // What is stored is up to date also after the conversation was left, while a picture was being made smaller.
  const change = (some: Partial<KeptDraft>) => {
    const next = Object.assign(store.read(), some)
    store.write(next)
    setDraft(next)
  }
  const add = async (content: Blob, name: string) => {
    if (content.size > attachmentBytes) return setError(t('driver.messages.tooLarge'))
    setError(null)
    const file = { id: crypto.randomUUID(), name, contentType: content.type }
    try {
      await keepFile(Object.assign({ content }, file))
    } catch {
      return setError(t('driver.messages.noSpace'))
    }
    change({ files: store.read().files.concat(file) })
  }
  const choose = async (file: File) => {
    if (file.type === 'application/pdf') return add(file, file.name)
    try {
      await add(await photoBlob(file), `${t('driver.messages.photo')}.jpg`)
    } catch {
      setError(t('driver.proof.photo.unreadable'))
    }
  }
  const remove = (id: string) => {
    change({ files: files.filter((one) => one.id !== id) })
    void dropFile(id)
  }
  const send = () => {
    const written = text.trim()
    if (written === '' && files.length === 0) return
    change({ text: '', files: [] })
    onSend(written, [...files])
  }
  const square = { minHeight: 56, minWidth: 56, px: '10px' }
  return (
    <Box
      component="form"
      aria-label={t('driver.messages.write')}
      onSubmit={(event) => {
        event.preventDefault()
        send()
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
            <Chip key={id} label={name} sx={{ height: 40 }} onDelete={() => remove(id)} />
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
          onChange={({ target }) => change({ text: target.value })}
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
          onProblem={(problem) => setError(t(`driver.voice.${problem}`))}
          onRecorded={(content, name) => void add(content, name)}
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
