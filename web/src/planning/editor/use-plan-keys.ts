import { useEffect } from 'react'
import { type ScreenKey, useScreenKeys } from '../../app/navigation/screen-keys.ts'
import { useText } from '../../ui/i18n.tsx'
import { isWriting } from './move/use-move-keys.ts'
import { usePlanEditor } from './plan-editor.ts'

/** Undo and redo by keys, and the keys of stops in the list of shortcuts. */
export function usePlanKeys(): void {
  const { t } = useText()
  const { undo, redo, canUndo, canRedo } = usePlanEditor()
  const keys: ScreenKey[] = [
    { keys: ['x'], label: t('planEditor.keys.cut') },
    { keys: ['v', 'Enter'], label: t('planEditor.keys.paste') },
    { keys: ['Esc'], label: t('planEditor.keys.cancel') },
    { keys: ['[', ']'], label: t('planEditor.keys.shift') },
    { keys: [',', '.'], label: t('planEditor.keys.vehicle') },
    { keys: ['Delete'], label: t('planEditor.keys.unplan') },
    { keys: ['l'], label: t('planEditor.keys.lock') },
    { keys: ['Ctrl Z'], label: t('planEditor.keys.undo') },
    { keys: ['Ctrl Shift Z', 'Ctrl Y'], label: t('planEditor.keys.redo') },
  ]
  useScreenKeys(keys)
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return
      const key = event.key.toLowerCase()
      const isRedo = event.shiftKey ? key === 'z' : key === 'y'
      const isUndo = !event.shiftKey && key === 'z'
      if (!(isUndo || isRedo) || isWriting(document.activeElement)) return
      event.preventDefault()
      if (isRedo && canRedo) redo()
      if (isUndo && canUndo) undo()
    }
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [undo, redo, canUndo, canRedo])
}
