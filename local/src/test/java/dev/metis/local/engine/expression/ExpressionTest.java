package dev.metis.local.engine.expression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.metis.item.ItemMapper;
import dev.metis.port.IdSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ExpressionTest {
    private static final IdSource IDS = new IdSource() {
        @Override
        public String ulid() {
            return "0".repeat(26);
        }

        @Override
        public byte[] secret(int bytes) {
            byte[] secret = new byte[bytes];
            java.util.Arrays.fill(secret, (byte) 0xFF);
            return secret;
        }
    };
    private static final StatesFunctions FUNCTIONS =
            new StatesFunctions(() -> Instant.parse("2026-12-01T01:02:03.456Z"), IDS);
    private static final String INPUT = """
            {"n":null,"i":3,"big":9007199254740993,"d":1.5,"whole":2.0,"t":"x","list":[1,null,"a"],"one":[7],
             "empty":[],"o":{"a":{"b":null}},"flag":true}""";

    private static JsonNode evaluate(String expression) throws EvaluationException {
        return evaluate(expression, Map.of());
    }

    private static JsonNode evaluate(String expression, Map<String, JsonNode> variables) throws EvaluationException {
        var states = ItemMapper.object();
        states.set("input", ItemMapper.parse(INPUT));
        return Expression.compile("{% " + expression + " %}", "Output", FUNCTIONS)
                .evaluate(new Bindings(states, variables::get));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "$states.input.n | null",
                "$states.input.o.a.b | null",
                "{'a': $states.input.n} | {\"a\":null}",
                "[null, 1] | [null,1]",
                "null | null",
                "$states.input.n = null | true",
                "$type($states.input.n) | \"null\"",
                "$string($states.input.list) | \"[1,null,\\\"a\\\"]\"",
                "$states.input.i | 3",
                "$states.input.i / 2 | 1.5",
                "$states.input.i * 2 | 6",
                "$states.input.whole | 2",
                "$states.input.big | 9007199254740993",
                "0.1 + 0.2 | 0.30000000000000004",
                "$states.input.list | [1,null,\"a\"]",
                "$states.input.one | [7]",
                "$states.input.empty | []",
                "[] | []",
                "$states.input.o | {\"a\":{\"b\":null}}",
                "$count($states.input.list) | 3",
                "$exists($states.input.nothing) | false",
                "$states.input.flag and $states.input.i > 2 | true",
                "$partition([1,2,3,4,5], 2) | [[1,2],[3,4],[5]]",
                "$partition([1,2], 9) | [[1,2]]",
                "$range(0, 10, 5) | [0,5,10]",
                "$range(3, 1, -1) | [3,2,1]",
                "$hash('abc', 'SHA-1') | \"a9993e364706816aba3e25717850c26c9cd0d89d\"",
                "$parse('{\"a\":[1,null]}') | {\"a\":[1,null]}",
                "$random(7) = $random(7) | true",
                "$random() < 1 | true",
                "$uuid() | \"ffffffff-ffff-4fff-bfff-ffffffffffff\"",
                "$now() | \"2026-12-01T01:02:03.456Z\"",
                "$millis() | 1796086923456",
                "($product := function($x, $y) {$x * $y}; $reduce([1..5], $product)) | 120",
            })
    void givesTheValueThatStepFunctionsGives(String expression, String json) throws EvaluationException {
        assertEquals(json, ItemMapper.write(evaluate(expression)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "$states.input.nothing",
                "$missing",
                "$",
                "$$",
                "input",
                "$states.result",
                "$eval('1')",
                "$range(1, 2, 0)",
                "$range(1, 100000, 1)",
                "$partition([1], 0)",
                "$hash('a', 'CRC')",
                "$parse('{')",
                "function($x) {$x}",
                "1 + 'a'",
                "$error('no')",
                "($f := function($n) { $f($n + 1) + 1 }; $f(0))",
            })
    void failsWhereThereIsNoJsonToGive(String expression) {
        EvaluationException failure = assertThrows(EvaluationException.class, () -> evaluate(expression));
        assertTrue(failure.problem().contains("specified for the field 'Output'"), failure.problem());
    }

    @Test
    void anExpressionThatNeverEndsIsStopped() {
        EvaluationException failure =
                assertThrows(EvaluationException.class, () -> evaluate("($f := function($n) { $f($n + 1) }; $f(0))"));
        assertTrue(failure.problem().contains("timeout"), failure.problem());
    }

    @Test
    void aResultLargerThanAnyPayloadIsRefused() {
        EvaluationException failure = assertThrows(EvaluationException.class, () -> evaluate("[1..9000000]"));
        assertTrue(failure.problem().contains("more than"), failure.problem());
    }

    @Test
    void variablesAreSeenAndCannotBeChangedByAnExpression() throws EvaluationException {
        Map<String, JsonNode> variables = Map.of("list", ItemMapper.parse("[3,1,2]"));
        assertEquals("[1,2,3]", ItemMapper.write(evaluate("$sort($list)", variables)));
        assertEquals("[3,1,2,4]", ItemMapper.write(evaluate("$append($list, 4)", variables)));
        assertEquals("5", ItemMapper.write(evaluate("($list := 5; $list)", variables)));
        assertEquals("[3,1,2]", ItemMapper.write(evaluate("$list", variables)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{% 1", "{%%", "{% 1 + %}", "{% ) %}"})
    void textThatIsNoExpressionIsRefusedWhenItIsCompiled(String text) {
        assertThrows(EvaluationException.class, () -> Expression.compile(text, "Output", FUNCTIONS));
    }

    @Test
    void oneCompiledExpressionServesManyThreads() throws Exception {
        Expression expression = Expression.compile(
                "{% $sum($map($states.input.list, function($v) { $v * 2 })) & '-' & $match($states.input.t, /a+/).match %}",
                "Output", FUNCTIONS);
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Callable<String>> tasks = new ArrayList<>();
            for (int index = 0; index < 400; index++) {
                int number = index;
                tasks.add(() -> {
                    var states = ItemMapper.object();
                    states.set(
                            "input",
                            ItemMapper.parse(
                                    "{\"list\":[" + number + ",1],\"t\":\"b" + "a".repeat(number % 5 + 1) + "\"}"));
                    String value =
                            expression.evaluate(new Bindings(states, _ -> null)).stringValue();
                    return value.equals((number + 1) * 2 + "-" + "a".repeat(number % 5 + 1)) ? "" : value;
                });
            }
            for (Future<String> result : threads.invokeAll(tasks, 20, TimeUnit.SECONDS)) {
                assertEquals("", result.get());
            }
        }
    }
}
