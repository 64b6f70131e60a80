# Four models in three versions, with a lightweight and a custom stage: `init`, `freeze`, the gate and `verify`.
say 'init finds the package and its product'
expect 0 schemaledger init -- 'Swift package, product CaracLedger'
expect 0 schemaledger trust -- 'build: swift build'
cat schemaledger.yml
git add . && git commit -qm 'Keep a schema ledger'

say 'version 1 ships'
expect 0 schemaledger freeze 1.0.0 -- 'froze 1.0.0'
expect 0 schemaledger check
expect 0 schemaledger show 1.0.0 -- 'Exercise: lifts, name, weightSteps'

say 'an edit of a version that has shipped is stopped, and explained'
sed -i.bak 's/public var reps: Int$/public var reps: Int?/' Sources/CaracModels/SchemaV1.swift
rm Sources/CaracModels/SchemaV1.swift.bak
expect 1 git commit -qam 'Repetitions may be unknown' -- "Sources/CaracModels/SchemaV1.swift:14: today's source" 'SL201' 'property Lift.reps: was required, is optional'
git restore --staged --worktree .

say 'version 2: a rename, a default, an optional property'
cp "$later/SchemaV2.swift" Sources/CaracModels/ && cp "$later/CaracPlan-2.swift" Sources/CaracModels/CaracPlan.swift
sed -i.bak 's/= SchemaV1/= SchemaV2/' Sources/CaracModels/Current.swift && rm Sources/CaracModels/Current.swift.bak
git add . && expect 0 git commit -qm 'Kilograms, favourites and notes'
expect 0 schemaledger verify -- '1.0.0' 'ok'
! grep -q 'ZWEIGHT' "$world/output" || fail 'a rename is told as a loss'
expect 0 schemaledger freeze 2.0.0 -- 'froze 2.0.0'

say 'version 3: what only the program can fill'
cp "$later/SchemaV3.swift" Sources/CaracModels/ && cp "$later/CaracPlan-3.swift" Sources/CaracModels/CaracPlan.swift
sed -i.bak 's/= SchemaV2/= SchemaV3/' Sources/CaracModels/Current.swift && rm Sources/CaracModels/Current.swift.bak
git add . && expect 0 git commit -qm 'Exercises have addresses'
expect 0 schemaledger freeze 3.0.0 -- 'froze 3.0.0'
expect 0 schemaledger log -- '3.0.0' 'first version'
expect 1 schemaledger diff 1.0.0 2.0.0 -- 'property Lift.kilograms: was renamed from weight'

say 'every version ever frozen becomes the newest, with rows in it'
expect 0 schemaledger verify --all-history -- '3 migrate to today' 'stage 2.0.0 → 3.0.0 drops ZEXERCISE.ZISFAVOURITE'

say 'a version of the middle is edited, and verify explains it'
sed -i.bak 's/deleteRule: .nullify/deleteRule: .cascade/' Sources/CaracModels/SchemaV2.swift
rm Sources/CaracModels/SchemaV2.swift.bak
expect 1 git commit -qam 'Sessions go with their training' -- 'than was frozen as 2.0.0' \
  'property Training.sessions: the delete rule was nullify, is cascade'
expect 1 schemaledger verify --all-history -- 'than was frozen as 2.0.0'
git restore --staged --worktree .

say 'a commit that touches nothing of it builds nothing'
echo 'A workout diary.' > README.md && git add README.md
mv Sources/CaracModels/CaracPlan.swift "$world/plan" && expect 0 git commit -qm 'Say what this is'
mv "$world/plan" Sources/CaracModels/CaracPlan.swift
