"""Prints functions of a thousand copies, branches, loops and captures."""

COUNT = 1000

print("""#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDAFunctions.h>
#include <torch/torch.h>
using torch::Tensor;
void consume(float);
void use(const Tensor &);
static float read(const Tensor &X) { return X.item<float>(); }
""")


def function(name, each, last="", first=""):
    print(f"void {name}(const Tensor &X, at::cuda::CUDAGraph &Graph, int K) {{"
          f"\n  Tensor Host; {first}")
    for number in range(COUNT):
        print("  " + each.replace("#", str(number)))
    print(f"  {last}\n}}")


function("copies", "auto Host# = X.to(torch::kCPU, true);"
         " c10::cuda::device_synchronize(); consume(Host#.item<float>());")
function("manyAtOnce", "Host = X.to(torch::kCPU, true);",
         "c10::cuda::device_synchronize(); consume(read(Host));")
function("branches", "if (K == #) K += 2; else if (K == -#) return;",
         "consume(read(Host));", "Host = X.to(torch::kCPU, true);")
function("loops", "for (int I = 0; I < K; ++I) {"
         " Host = X.to(torch::kCPU, true); c10::cuda::device_synchronize();"
         " consume(Host.item<float>()); }")
function("captures", "Graph.capture_begin(); use(X + #);"
         " if (K == #) use(X); Graph.capture_end();")
function("captured", "Graph.capture_begin(); Graph.capture_end();",
         "Graph.capture_begin(); consume(read(X)); Graph.capture_end();")
