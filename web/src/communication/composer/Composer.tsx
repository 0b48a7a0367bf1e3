import AttachFileRounded from '@mui/icons-material/AttachFileRounded'
import LockOutlined from '@mui/icons-material/LockOutlined'
import SendRounded from '@mui/icons-material/SendRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import type { ThreadDetails } from '@rumbo/contract/communication.contract'
import { messageLength } from '@rumbo/contract/communication.messages.contract'
import { findUnfilled } from '@rumbo/contract/communication.templates.contract'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { KeyHint } from '../../ui/KeyHint.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { type Draft, emptyDraft, isEmpty } from '../messages/outgoing.rules.ts'
import { AttachmentChips } from './AttachmentChips.tsx'
import { RecordingField } from './RecordingField.tsx'
import { ReferencePicker } from './ReferencePicker.tsx'
import { ReplyMethod } from './ReplyMethod.tsx'
import { methodFor } from './reply-method.rules.ts'
import { TemplateButton } from './TemplateButton.tsx'
import { acceptedTypes, type ComposerDraft } from './use-drafts.ts'

interface ComposerProps {
  thread: ThreadDetails
  written: ComposerDraft
  onSend: (draft: Draft) => void
  /** Escape: back to the list, where that is on screen. */
  onLeave: (() => void) | undefined
  field: RefObject<HTMLTextAreaElement | null>
}

/** Where a message or an internal note is written. */
export function Composer({ thread, written, onSend, onLeave, field }: ComposerProps) {
  const { t } = useText()
  const file = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { draft, change } = written
  const set = (some: Partial<Draft>) => change((now) => ({ ...now, ...some }))
  const { isNote, isUrgent, text, attachments } = draft
  const isPrivate = thread.kind === 'direct'
  const unfilled = isNote ? null : findUnfilled(text)
  const maySend = !isEmpty(draft) && unfilled === null && !written.isUploading
  const send = () => {
    if (!maySend) return
    onSend({ ...draft, method: methodFor(thread.parties, draft.method) })
    change(() => ({ ...emptyDraft, isNote, method: draft.method }))
    written.forgetError()
    field.current?.focus()
  }
  const hear = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      send()
    }
    if (event.key === 'Escape' && onLeave) {
      event.stopPropagation()
      onLeave()
    }
  }
  const label = t(isNote ? 'communication.writeNote' : 'communication.write')
  return (
    <Box
      component="section"
      aria-label={t('communication.composer')}
      sx={{
        flex: 'none',
        p: '10px 12px',
        borderTop: `2px ${isNote ? 'dashed' : 'solid'} ${token(isNote ? 'alarmed' : isUrgent ? 'critical' : 'line')}`,
        backgroundColor: token(isNote ? 'alarmedTint' : 'surface'),
        display: 'grid',
        gap: '8px',
      }}
    >
      {isNote && (
        <Box
          sx={{
            display: 'flex',
            gap: '6px',
            alignItems: 'center',
            typography: 'body2',
            color: token('alarmed'),
          }}
        >
          <LockOutlined aria-hidden sx={{ fontSize: 16 }} />
          {t('communication.noteHint')}
        </Box>
      )}
      {!isNote && !isPrivate && (
        <ReplyMethod parties={thread.parties} chosen={draft.method} onChoose={(method) => set({ method })} />
      )}
      <TextField
        label={label}
        value={text}
        multiline
        maxRows={8}
        minRows={2}
        fullWidth
        inputRef={field}
        onChange={(event) => set({ text: event.target.value })}
        onKeyDown={hear}
        slotProps={{
          htmlInput: { maxLength: messageLength, 'aria-keyshortcuts': 'Control+Enter' },
        }}
        sx={{ backgroundColor: token('surface') }}
      />
      <AttachmentChips
        attachments={attachments}
        onRemove={(id) => set({ attachments: attachments.filter((one) => one.id !== id) })}
      />
      <Box
        role="alert"
        sx={{ typography: 'body2', color: token('critical'), '&:empty': { display: 'none' } }}
      >
        {[written.error, problem, unfilled && t('communication.template.unfilled', { at: unfilled.at })]
          .filter(Boolean)
          .join(' ')}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 6px' }}>
        <IconButton
          aria-label={t('communication.attach.add')}
          title={t('communication.attach.hint')}
          onClick={() => file.current?.click()}
        >
          <AttachFileRounded />
        </IconButton>
        <input
          ref={file}
          type="file"
          hidden
          accept={acceptedTypes}
          aria-label={t('communication.attach.file')}
          onChange={(event) => {
            const [chosen] = event.target.files ?? []
            event.target.value = ''
            if (chosen) written.attach(chosen)
          }}
        />
        <RecordingField onAttach={written.attach} onProblem={setProblem} />
        <ReferencePicker refs={draft.refs} onChange={(refs) => set({ refs })} />
        {!isPrivate && (
          <TemplateButton
            thread={thread}
            text={text}
            onError={setProblem}
            onFilled={(filled, templateId) => {
              change((now) => ({
                ...now,
                templateId,
                text: now.text.trim() === '' ? filled : `${now.text.trimEnd()}\n${filled}`,
              }))
              field.current?.focus()
            }}
          />
        )}
        {!isPrivate && (
          <FormControlLabel
            control={
              <Switch
                size="small"
                checked={isNote}
                onChange={(event) => set({ isNote: event.target.checked })}
              />
            }
            label={t('communication.note')}
          />
        )}
        {!isNote && (
          <FormControlLabel
            control={
              <Switch
                size="small"
                color="error"
                checked={isUrgent}
                onChange={(event) => set({ isUrgent: event.target.checked })}
              />
            }
            label={t('communication.urgent')}
          />
        )}
        <Button
          variant="contained"
          color={isUrgent && !isNote ? 'error' : 'primary'}
          startIcon={isNote ? <LockOutlined /> : <SendRounded />}
          disabled={!maySend}
          loading={written.isUploading}
          loadingPosition="start"
          onClick={send}
          sx={{ ml: 'auto' }}
        >
          {t(isNote ? 'communication.saveNote' : 'communication.send')}
          <Box
            component="span"
            sx={{ ml: '8px', '@media (hover: none), (max-width: 900px)': { display: 'none' } }}
          >
            <KeyHint>Ctrl ⏎</KeyHint>
          </Box>
        </Button>
      </Box>
    </Box>
  )
}
