import Box from '@mui/material/Box'
import {
  type ThreadBox,
  type ThreadCounts,
  threadBoxes,
  threadKinds,
} from '@rumbo/contract/communication.contract'
import { InlineSelect } from '../../ui/fields/InlineSelect.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { token } from '../../ui/theme/tokens.ts'
import type { ThreadFilter } from './thread-filter.rules.ts'

interface ThreadFiltersProps {
  filter: ThreadFilter
  /** Undefined where they count more than is listed. */
  counts: ThreadCounts | undefined
  typed: string
  onType: (typed: string) => void
  onBox: (box: ThreadBox) => void
  onKind: (kind: string) => void
}

/** Search, boxes and kinds above the list. */
export function ThreadFilters({ filter, counts, typed, onType, onBox, onKind }: ThreadFiltersProps) {
  const { t } = useText()
  return (
    <Box
      sx={{
        display: 'grid',
        gap: '8px',
        p: '10px 12px',
        borderBottom: `1px solid ${token('line')}`,
        minWidth: 0,
      }}
    >
      <SearchField value={typed} onChange={onType} label={t('communication.search')} />
      <Box sx={{ minWidth: 0, '& fieldset': { flexWrap: 'wrap' } }}>
        <FilterChips
          isDense
          label={t('communication.boxes')}
          chips={threadBoxes.map((value) => ({
            value,
            label: t(`communication.box.${value}`),
            count:
              value === 'all' || value === 'unassigned' || value === 'done' ? undefined : counts?.[value],
          }))}
          selected={[filter.box]}
          onChange={(chosen) => onBox(chosen.find((value) => value !== filter.box) ?? 'all')}
        />
      </Box>
      <Box sx={{ justifySelf: 'start', maxWidth: '100%' }}>
        <InlineSelect
          label={t('communication.kinds')}
          value={filter.kinds[0] ?? ''}
          options={[
            { value: '', label: t('communication.allKinds') },
            ...threadKinds.map((value) => ({ value, label: t(`communication.kind.${value}`) })),
          ]}
          onChange={onKind}
        />
      </Box>
    </Box>
  )
}
