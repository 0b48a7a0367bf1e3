import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { type DraftAction, type ShapeDraft, textOfVertex } from './shape-draft.rules.ts'

interface VertexFieldProps {
  label: string
  draft: ShapeDraft
  at: number
  isChosen: boolean
  isLocked: boolean
  dispatch: (action: DraftAction) => void
}

/** The coordinates of a vertex. While it has the focus, it shows what was typed. */
export function VertexField({ label, draft, at, isChosen, isLocked, dispatch }: VertexFieldProps) {
  const { t } = useText()
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = draft.wrongTexts.has(at)
  return (
    <TextField
      size="small"
      label={label}
      value={typed ?? textOfVertex(draft, at)}
      disabled={isLocked}
      focused={isChosen || undefined}
      onFocus={() => dispatch({ type: 'choose', at })}
      onBlur={() => setTyped(null)}
      onChange={({ target }) => {
        setTyped(target.value)
        dispatch({ type: 'type', at, text: target.value, gesture: `type ${at}` })
      }}
      error={isWrong}
      helperText={isWrong ? t('fenceEditor.vertices.wrong') : undefined}
      slotProps={{ htmlInput: { autoComplete: 'off' } }}
      sx={{ flex: 1, minWidth: 0 }}
    />
  )
}
