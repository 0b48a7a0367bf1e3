import Box from '@mui/material/Box'
import type { ListedFence } from '@rumbo/contract/geofences.contract'
import { useText } from '../../ui/i18n.tsx'
import type { TableColumn } from '../../ui/table/table-model.ts'
import { token } from '../../ui/theme/tokens.ts'
import { FenceSign } from '../FenceSign.tsx'
import { scopeWords, triggerWords } from '../fence-words.rules.ts'
import type { Crossings } from '../use-crossings.ts'

/** The columns of the list of geofences. */
export function useFenceColumns(
  chosenId: string,
  { insideOf, todayOf }: Crossings,
): TableColumn<ListedFence>[] {
  const { t, language } = useText()
  return [
    {
      key: 'name',
      header: t('geofences.one'),
      isSortable: true,
      canWrap: true,
      minWidth: 170,
      render: ({ id, name, kind, colour, isActive }) => (
        <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: '10px' }}>
          <FenceSign kind={kind} colour={colour} />
          <Box
            component="span"
            sx={{
              overflowWrap: 'anywhere',
              color: id === chosenId ? token('primaryText') : isActive ? undefined : token('textFaint'),
            }}
          >
            {name}
            {!isActive && (
              <Box component="span" sx={{ display: 'block', typography: 'caption' }}>
                {t('geofences.state.off')}
              </Box>
            )}
          </Box>
        </Box>
      ),
    },
    {
      key: 'inside',
      rank: 1,
      header: t('geofences.inside.column'),
      align: 'right',
      render: ({ id, isActive }) => (isActive ? (insideOf(id)?.length ?? '') : '—'),
    },
    {
      key: 'today',
      rank: 2,
      header: t('geofences.inside.todayColumn'),
      align: 'right',
      render: ({ id }) => {
        const today = todayOf(id)
        return today ? `${today.entries} / ${today.exits}` : ''
      },
    },
    {
      key: 'isActive',
      rank: 3,
      header: t('services.field.status'),
      isSortable: true,
      render: ({ isActive }) => t(isActive ? 'geofences.state.active' : 'geofences.state.off'),
    },
    {
      key: 'triggers',
      rank: 4,
      header: t('geofences.field.triggers'),
      canWrap: true,
      minWidth: 130,
      render: ({ triggers }) =>
        triggers.length === 0
          ? '—'
          : triggers.map((trigger) => triggerWords(t, language, trigger)).join(', '),
    },
    { key: 'scope', rank: 5, header: t('geofences.field.scope'), render: (fence) => scopeWords(t, fence) },
    {
      key: 'kind',
      rank: 6,
      header: t('geofences.filter.kind'),
      isSortable: true,
      render: ({ kind }) => t(`geofences.kind.${kind}`),
    },
    {
      key: 'tags',
      rank: 7,
      header: t('geofences.field.tags'),
      canWrap: true,
      render: ({ tags }) => tags.join(', ') || '—',
    },
  ]
}
