import ForumOutlined from '@mui/icons-material/ForumOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { ChoiceMenu } from '../ui/fields/ChoiceMenu.tsx'
import { useText } from '../ui/i18n.tsx'
import { LockedReason } from '../ui/LockedReason.tsx'
import type { RowMenuItem } from '../ui/table/table-parts.tsx'

/** Opens a conversation: the only one of `items`, or one of several from a menu. */
export function MessageButton({ items }: { items: readonly RowMenuItem[] }) {
  const { t } = useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [first, second] = items
  if (first === undefined) return null
  const label = t('messaging.message')
  const reasons = new Set(items.map(({ lockedReason }) => lockedReason))
  const [reason] = reasons
  if (reasons.size === 1 && reason !== undefined)
    return <LockedReason label={label} reason={reason} isCompact />
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<ForumOutlined />}
        aria-haspopup={second && 'menu'}
        aria-expanded={second && anchor !== null}
        onClick={(event) => (second ? setAnchor(event.currentTarget) : first.onChoose())}
      >
        {label}
      </Button>
      <ChoiceMenu anchor={anchor} onClose={() => setAnchor(null)} items={items} label={label} />
    </>
  )
}
