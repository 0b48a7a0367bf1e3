import RedoRounded from '@mui/icons-material/RedoRounded'
import UndoRounded from '@mui/icons-material/UndoRounded'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useText } from '../../ui/i18n.tsx'
import type { PlanEditor } from '../editor/plan-editor.ts'

type UndoButtonsProps = Pick<PlanEditor, 'undo' | 'redo' | 'canUndo' | 'canRedo' | 'undoLabel' | 'redoLabel'>

/** Undo and redo, which say what they would do. */
export function UndoButtons({ undo, redo, canUndo, canRedo, undoLabel, redoLabel }: UndoButtonsProps) {
  const { t } = useText()
  const hint = (word: string, label: string | null, keys: string) =>
    `${label === null ? word : `${word}: ${label}`} (${keys})`
  return (
    <>
      <Tooltip title={hint(t('planning.undo'), undoLabel, 'Ctrl Z')}>
        <span>
          <IconButton
            aria-label={t('planning.undo')}
            aria-keyshortcuts="Control+Z"
            disabled={!canUndo}
            onClick={undo}
          >
            <UndoRounded />
          </IconButton>
        </span>
      </Tooltip>
      <Tooltip title={hint(t('planning.redo'), redoLabel, 'Ctrl ⇧ Z, Ctrl Y')}>
        <span>
          <IconButton
            aria-label={t('planning.redo')}
            aria-keyshortcuts="Control+Shift+Z Control+Y"
            disabled={!canRedo}
            onClick={redo}
          >
            <RedoRounded />
          </IconButton>
        </span>
      </Tooltip>
    </>
  )
}
