/* What the faults are tried on: see trials.h. */
#include "trials.h"

#define TASK   "--pairs 2 --letters 3 --digits 2 "
#define SMALL  TASK "--width 2 --hidden 3 "
#define TRAIN  "attnlearn train -q " SMALL "--batch 2 --eval-examples 3 --eval-every 2 "
#define MODELS "--model attention,mlp "
#define SWEEP                                                                                      \
    "attnlearn sweep -q " SMALL "--batch 2 --eval-examples 3 --eval-every 2 --steps 4 "            \
    "--seeds 1..3 --vary score=dot,additive --model attention,average "
#define MODEL TRAIN "--model attention --steps 2 --save model.safetensors && "
#define SAVED                                                                                      \
    "run/curves.svg "                                                                              \
    "run/state.safetensors run/attention.safetensors run/mlp.safetensors "
#define FOLDER TRAIN MODELS "--steps 4 --snapshots 2 --save-every 2 --out run --seed "
#define RUN    FOLDER "1 && "
#define GO_ON                                                                                      \
    "if test -e run/config.ini; then attnlearn train -q --resume run; else " FOLDER "1 --force; "  \
    "fi"
#define EXAMPLES  "attnlearn generate " TASK "--examples 4 -o data && "
#define MATRICES  "printf '1,2\\n3,4\\n' >x && printf '0,1\\n1,0\\n' >w && printf '1,2\\n' >v && "
#define OLD(file) "echo old >" file
#define REPORTING                                                                                  \
    "attnlearn train " TASK "--width 2 --batch 2 --eval-examples 3 --steps 1 --out run"
#define DATA                                                                                       \
    TRAIN "--model average --steps 2 --data data --eval-data data --config ini --out run "         \
          "--engine reference --dropout 0.5"
#define DEMO(name)                                                                                 \
    { "demo " name, ":", "attnlearn demo " name, NULL, "", "", 0 }

const struct trial trials[] = {
    {"train --out", OLD("note"), FOLDER "1", GO_ON, "run/curves.csv", SAVED, 0},
    {"train --csv --save", OLD("csv") " && " OLD("model"),
     TRAIN "--model attention --steps 4 --save-every 2 --csv csv --save model", NULL, "csv",
     "model", 0},
    {"train --csv -", ":", TRAIN MODELS "--steps 4 --csv -", NULL, "", "", 0},
    {"train, reporting", OLD("note"), REPORTING, REPORTING " --force", "run/curves.csv",
     SAVED "run/average.safetensors", 0},
    {"train --force", FOLDER "2", FOLDER "1 --force", FOLDER "1 --force", "run/curves.csv", SAVED,
     0},
    {"train --force, the same", FOLDER "1", FOLDER "1 --force", GO_ON, "run/curves.csv", SAVED, 0},
    {"train --out, refused", FOLDER "2", FOLDER "1", NULL, "", "", 1},
    {"train --resume", FOLDER "1", "attnlearn train -q --resume run --steps 8",
     "attnlearn train -q --resume run --steps 8", "run/curves.csv", SAVED, 0},
    {"train --resume, again",
     RUN "attnlearn train -q --resume run --lr 0.01 --steps 6 && " OLD("csv"),
     "attnlearn train -q --resume run --lr 0.02 --steps 8 --csv csv",
     "attnlearn train -q --resume run --lr 0.02 --steps 8 --csv csv", "run/curves.csv csv", SAVED,
     0},
    {"train --data --config", EXAMPLES "printf '[model]\\nscore = additive\\n' >ini", DATA,
     DATA " --force", "run/curves.csv", SAVED "run/average.safetensors", 0},
    {"train --print-config", "printf '[model]\\nscore = additive\\n' >ini",
     "attnlearn train --config ini --print-config", NULL, "", "", 0},
    {"train --resume --print-config", FOLDER "1",
     "attnlearn train --resume run --lr 0.1 --print-config", NULL, "", "", 0},
    {"sweep -o --curves", OLD("rows") " && " OLD("curves"), SWEEP "-o rows --curves curves", NULL,
     "rows curves", "", 0},
    {"sweep --resume",
     SWEEP "-o whole --curves w && head -n 4 whole >rows && head -n 11 w >curves && rm whole w",
     SWEEP "-o rows --curves curves --resume", SWEEP "-o rows --curves curves --resume",
     "rows curves", "", 0},
    {"sweep, reporting", EXAMPLES ":",
     "attnlearn sweep " SMALL "--batch 2 --eval-examples 3 --steps 2 --seeds 1..2 --data data "
     "--vary lr=0.1,0.2 -o rows",
     NULL, "rows", "", 0},
    {"generate -o", OLD("out"), "attnlearn generate --examples 2000 -o out", NULL, "", "", 0},
    {"generate", ":", "attnlearn generate --examples 2000", NULL, "", "", 0},
    {"plot -o", TRAIN "--steps 4 --csv 1 && " TRAIN "--steps 4 --csv 2 --seed 2 && " OLD("x.svg"),
     "attnlearn plot 1 2 --y eval_loss,train_loss -o x.svg", NULL, "", "", 0},
    {"plot", TRAIN "--steps 4 --csv 1", "attnlearn plot 1 --log --width 40 --height 8", NULL, "",
     "", 0},
    {"plot MODEL -o", MODEL OLD("x.svg"), "attnlearn plot model.safetensors --examples 3 -o x.svg",
     NULL, "", "", 0},
    {"report -o", RUN OLD("x.html"), "attnlearn report run -o x.html", NULL, "", "", 0},
    {"eval", MODEL EXAMPLES OLD("rows"),
     "attnlearn eval model.safetensors --data data --per-example rows", NULL, "", "", 0},
    {"eval --json", MODEL ":",
     "attnlearn eval model.safetensors --examples 3 --json --engine reference", NULL, "", "", 0},
    {"eval -o", MODEL OLD("x.svg"), "attnlearn eval model.safetensors --examples 3 -o x.svg", NULL,
     "", "", 0},
    {"ask", MODEL ":", "attnlearn ask model.safetensors 'a0 b1' b", NULL, "", "", 0},
    {"ask --json", MODEL ":", "attnlearn ask model.safetensors 'a0 b1' b --json", NULL, "", "", 0},
    {"ask -o", MODEL OLD("x.svg"), "attnlearn ask model.safetensors 'a0 b1' b -o x.svg", NULL, "",
     "", 0},
    {"explain", MODEL ":", "attnlearn explain model.safetensors 'a0 b1' b", NULL, "", "", 0},
    {"explain --json", MODEL ":", "attnlearn explain model.safetensors 'a0 b1' b --json", NULL, "",
     "", 0},
    {"gradcheck --gradients", MODEL EXAMPLES OLD("out"),
     "attnlearn gradcheck model.safetensors --data data --gradients out", NULL, "", "", 0},
    {"gradcheck --json", ":",
     "attnlearn gradcheck " TASK "--hidden 3 --examples 2 --model mlp --json", NULL, "", "", 0},
    {"attend -o", MATRICES OLD("x.svg"),
     "attnlearn attend --query x --key x --value x --heads 2 --causal -o x.svg", NULL, "", "", 0},
    {"attend --json", MATRICES ":",
     "attnlearn attend --query x --key x --value x --score additive --additive-query w "
     "--additive-key w --additive-vector v --grad-output x --project-query w --positions --json",
     NULL, "", "", 0},
    {"attend", MATRICES ":",
     "attnlearn attend --query x --key x --value x --score bilinear --bilinear w --valid-lens 1,0 "
     "--grad-output x",
     NULL, "", "", 0},
    {"floor", ":", "attnlearn floor --pairs 3 --json", NULL, "", "", 0},
    {"train --threads 3", OLD("note"), FOLDER "1 --threads 3", FOLDER "1 --force --threads 3",
     "run/curves.csv", SAVED, 0},
    {"train --batch 2000 --threads 3", OLD("csv"),
     "attnlearn train -q " SMALL "--batch 2000 --eval-examples 3 --steps 1 --model attention "
     "--threads 3 --csv csv",
     NULL, "csv", "", 0},
    {"sweep --batch 2000", OLD("rows"),
     "attnlearn sweep -q " SMALL "--batch 2000 --eval-examples 3 --steps 1 --seeds 1..2 -o rows",
     NULL, "rows", "", 0},
    {"train --threads 3, reference", OLD("note"), FOLDER "1 --threads 3 --engine reference",
     FOLDER "1 --force --threads 3 --engine reference", "run/curves.csv", SAVED, 0},
    {"sweep --threads 3", OLD("rows") " && " OLD("curves"),
     SWEEP "-o rows --curves curves --threads 3", NULL, "rows curves", "", 0},
    {"sweep --resume --threads 3",
     SWEEP "-o whole --curves w && head -n 4 whole >rows && head -n 11 w >curves && rm whole w",
     SWEEP "-o rows --curves curves --resume --threads 3", SWEEP "-o rows --curves curves --resume",
     "rows curves", "", 0},
    DEMO("dictionary"),
    DEMO("gap"),
    DEMO("parameters"),
    DEMO("causal"),
    DEMO("masking"),
    DEMO("scores"),
    DEMO("positions"),
    DEMO("jacobian"),
    {"help", ":", "attnlearn help", NULL, "", "", 0},
    {"help train", ":", "attnlearn help train", NULL, "", "", 0},
    {"help --man", ":", "attnlearn help --man", NULL, "", "", 0},
    {"help --bash", ":", "attnlearn help --bash", NULL, "", "", 0},
    {"help --zsh", ":", "attnlearn help --zsh", NULL, "", "", 0},
    {"help --fish", ":", "attnlearn help --fish", NULL, "", "", 0},
    {"--version", ":", "attnlearn --version", NULL, "", "", 0},
};

const size_t trial_count = sizeof trials / sizeof *trials;
