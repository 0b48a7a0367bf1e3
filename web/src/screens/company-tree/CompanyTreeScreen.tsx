import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Drawer from '@mui/material/Drawer'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type TreeNode, treeChips } from '@rumbo/contract/organisation.tree.contract'
import { useState } from 'react'
import { useErrorMessage, useSession } from '../../app/client-context.tsx'
import { listOf, useAddressSearch, useAddressState } from '../../app/navigation/address.tsx'
import type { ScreenProps } from '../../app/navigation/screen-entry.ts'
import { MoveDialog } from '../../organisation/MoveDialog.tsx'
import { type Lens, TreeDetail } from '../../organisation/TreeDetail.tsx'
import { TreeView } from '../../organisation/TreeView.tsx'
import { useTree } from '../../organisation/use-tree.ts'
import { Card } from '../../ui/Card.tsx'
import { cardLook } from '../../ui/card-look.ts'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { useDelayed } from '../../ui/hooks/use-delayed.ts'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { token } from '../../ui/theme/tokens.ts'

const searchDelayMs = 250

/** Companies with their fleets, people and vehicles; whom each person reaches, and by whom they are reached. */
export function CompanyTreeScreen({ title }: ScreenProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const { user } = useSession()
  const isNarrow = useMediaQuery('(max-width: 1199.95px)')
  const [query, change] = useAddressState()
  const [typed, setTyped] = useAddressSearch()
  const search = useDelayed(typed.trim(), searchDelayMs)
  const chips = treeChips.filter((chip) => listOf(query.chip).includes(chip))
  const tree = useTree(search, chips)
  const [chosen, setChosen] = useState<TreeNode | null>(null)
  const [lens, setLens] = useState<Lens | null>(null)
  const [moving, setMoving] = useState<TreeNode | null>(null)
  // The details of the chosen node follow the tree when it is read again.
  const row = tree.rows.find((one) => one.kind === 'node' && one.key === chosen?.key)
  const node = row?.kind === 'node' ? row.node : chosen

  const showLens = (next: Lens) => {
    setLens(next)
    // The detail covers the tree.
    if (isNarrow) setChosen(null)
  }
  const detail = node && <TreeDetail node={node} onLens={showLens} onMove={() => setMoving(node)} />
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: { xs: 'auto', md: 'calc(100dvh - 96px)' } }}>
      <PageHeader title={title} detail={user?.level === 'super_admin' ? undefined : t('tree.ownOnly')} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '10px', mb: '12px', alignItems: 'center' }}>
        <SearchField label={t('tree.search.label')} value={typed} onChange={setTyped} />
        <FilterChips
          chips={treeChips.map((value) => ({ value, label: t(`tree.chip.${value}`) }))}
          selected={chips}
          onChange={(selected) => change({ chip: selected })}
        />
      </Box>
      {lens && (
        <Alert
          severity="info"
          sx={{ mb: '12px' }}
          action={
            <Button size="small" onClick={() => setLens(null)}>
              {t('tree.lens.end')}
            </Button>
          }
        >
          {t('tree.lens.banner', { name: lens.name })}
        </Alert>
      )}
      {tree.isCut && (
        <Alert severity="info" sx={{ mb: '12px' }}>
          {t('tree.search.cut')}
        </Alert>
      )}
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          display: 'grid',
          gap: '16px',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(320px, 400px)' },
        }}
      >
        <Card isFlush>
          <Box
            sx={{
              display: 'flex',
              flexDirection: 'column',
              p: '8px',
              height: { xs: 'calc(100dvh - 300px)', md: 'calc(100dvh - 210px)' },
              minHeight: 320,
            }}
          >
            {tree.isFirstLoad && <ListSkeleton rows={8} />}
            {tree.failure && (
              <ErrorState
                text={message(tree.failure.error, t('ui.error.text'))}
                onRetry={() => void tree.failure?.retry()}
              />
            )}
            {!tree.isFirstLoad && !tree.failure && tree.rows.length === 0 && (
              <EmptyState title={t(tree.isSearching ? 'tree.search.none' : 'tree.empty.title')} />
            )}
            {!tree.isFirstLoad && tree.rows.length > 0 && (
              <TreeView
                label={t('tree.label')}
                rows={tree.rows}
                matches={tree.matches}
                chosenKey={node?.key ?? null}
                lens={lens?.scopes ?? null}
                onOpen={tree.open}
                onClose={tree.close}
                onMore={tree.more}
                onChoose={setChosen}
              />
            )}
          </Box>
        </Card>
        {!isNarrow && (
          // As high as the tree, whatever it contains.
          <Box sx={{ position: 'relative' }}>
            <Box
              component="section"
              aria-label={t('tree.detail.label')}
              sx={{ position: 'absolute', inset: 0, overflowY: 'auto', p: '18px', ...cardLook }}
            >
              {detail ?? <Typography sx={{ color: token('textSoft') }}>{t('tree.detail.empty')}</Typography>}
            </Box>
          </Box>
        )}
      </Box>
      {isNarrow && (
        <Drawer
          anchor="bottom"
          open={chosen !== null}
          onClose={() => setChosen(null)}
          slotProps={{ paper: { sx: { maxHeight: '80dvh', p: '18px', borderRadius: '14px 14px 0 0' } } }}
        >
          <section aria-label={t('tree.detail.label')}>{detail}</section>
          <Button onClick={() => setChosen(null)} sx={{ mt: '16px' }}>
            {t('ui.close')}
          </Button>
        </Drawer>
      )}
      {moving && <MoveDialog node={moving} onClose={() => setMoving(null)} />}
    </Box>
  )
}
