import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useText } from '../../ui/i18n.tsx'
import type { DraftAction, ShapeDraft } from './shape-draft.rules.ts'
import { type ReadShape, readShapeText } from './shape-text.rules.ts'

interface PasteShapeProps {
  draft: ShapeDraft
  dispatch: (action: DraftAction) => void
  onUsed: () => void
}

/** A shape from a pasted text. */
export function PasteShape({ draft, dispatch, onUsed }: PasteShapeProps) {
  const { t } = useText()
  const [text, setText] = useState('')
  const [read, setRead] = useState<ReadShape | null>(null)
  const refusal = read !== null && 'refusal' in read ? t(read.refusal) : null
  const several =
    read !== null && 'shape' in read && read.count > 1
      ? t('fenceEditor.paste.several', { count: read.count })
      : null
  const use = () => {
    const found = readShapeText(text, draft)
    setRead(found)
    if ('refusal' in found) return
    dispatch({ type: 'replace', shape: found.shape })
    onUsed()
  }
  return (
    <Box sx={{ display: 'grid', gap: '10px' }}>
      <TextField
        label={t('fenceEditor.paste.label')}
        value={text}
        multiline
        minRows={3}
        maxRows={8}
        onChange={({ target }) => {
          setText(target.value)
          setRead(null)
        }}
        error={refusal !== null}
        helperText={refusal ?? several ?? t('fenceEditor.paste.hint')}
        slotProps={{
          htmlInput: { autoComplete: 'off', spellCheck: false },
          formHelperText: { role: 'status' },
        }}
      />
      <Box>
        <Button variant="outlined" disabled={text.trim() === ''} onClick={use}>
          {t('fenceEditor.paste.use')}
        </Button>
      </Box>
    </Box>
  )
}
